import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../../../server/domain/basics/markdown.ts';

const words = (text: string) => [{ text, isBold: false }];

describe('the text of an agreement', () => {
  it.each([
    ['# Title', [{ kind: 'heading', level: 1, words: words('Title') }]],
    ['### Small', [{ kind: 'heading', level: 3, words: words('Small') }]],
    ['One line\nand its second', [{ kind: 'paragraph', words: words('One line and its second') }]],
    ['- one\n- two', [{ kind: 'list', items: [words('one'), words('two')] }]],
    [
      'Due **30 days** after',
      [
        {
          kind: 'paragraph',
          words: [
            { text: 'Due ', isBold: false },
            { text: '30 days', isBold: true },
            { text: ' after', isBold: false },
          ],
        },
      ],
    ],
    ['**All**', [{ kind: 'paragraph', words: [{ text: 'All', isBold: true }] }]],
    ['', []],
    ['   \n\n  ', []],
    ['#Title', [{ kind: 'paragraph', words: words('#Title') }]],
    ['<script>x</script>', [{ kind: 'paragraph', words: words('<script>x</script>') }]],
  ])('%j', (source, blocks) => {
    expect(readMarkdown(source)).toEqual(blocks);
  });

  it('is one block after the other, whatever empty space is between them', () => {
    expect(readMarkdown('\n# A\n\n\nb\n \n- c\n').map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'list']);
  });
});
