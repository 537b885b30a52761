import type { Page } from '@playwright/test';

/** Adds fields, on their way, to the answers that a page gets from the addresses that match. For states that no page can bring about. */
export function addToAnswers(page: Page, address: RegExp, fields: object): Promise<unknown> {
  return page.addInitScript(
    ({ source, added }) => {
      const { fetch } = window;
      window.fetch = async (input, init) => {
        const answer = await fetch(input, init);
        const url = input instanceof Request ? input.url : String(input);
        return new RegExp(source).test(url) ? new Response(JSON.stringify({ ...(await answer.json()), ...added }), answer) : answer;
      };
    },
    { source: address.source, added: fields },
  );
}
