// Compresses the built scripts and style sheets as well as can be, once: compressed on the way to each browser, they would be larger by a sixth.
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);

/** The end of the name of a file that a browser can be sent in the place of the one without it. */
const ending = '.br';

/** Writes each script and style sheet of a folder a second time, compressed by Brotli. Does nothing where there is no such folder. */
export async function compressFiles(folder) {
  if (!existsSync(folder)) return;
  const names = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name));
      await writeFile(join(folder, name + ending), await compress(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }));
    }),
  );
}
