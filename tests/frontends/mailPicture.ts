import type { Page } from '@playwright/test';

interface Picture {
  /** The address of the logo, as SVG. */
  logo: string;
  background: string;
}

/** Draws a logo as the mails' picture of it: twice 44 pixels high, with 16 free on each side. Returns a PNG as a data address. */
export function drawMailPicture(page: Page, picture: Picture): Promise<string> {
  return page.evaluate(async ({ logo, background }) => {
    const image = new Image();
    image.src = logo;
    await image.decode();
    const free = 16;
    const canvas = document.createElement('canvas');
    canvas.height = 88;
    const height = canvas.height - 2 * free;
    const width = Math.round((image.naturalWidth / image.naturalHeight) * height);
    canvas.width = width + 2 * free;
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('this browser draws nothing');
    pen.fillStyle = background;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, free, free, width, height);
    return canvas.toDataURL('image/png');
  }, picture);
}

/** Returns how far two pictures are apart: the mean difference of a channel of a pixel, 0 to 255; 255 for pictures of different sizes. */
export function pictureDifference(page: Page, one: string, other: string): Promise<number> {
  return page.evaluate(
    async (addresses) => {
      const [first, second] = await Promise.all(
        addresses.map(async (address) => {
          const image = new Image();
          image.src = address;
          await image.decode();
          const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
          const pen = canvas.getContext('2d');
          pen?.drawImage(image, 0, 0);
          return pen?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
        }),
      );
      if (!first || !second || first.length !== second.length || first.length === 0) return 255;
      return first.reduce((sum, value, place) => sum + Math.abs(value - (second[place] ?? 0)), 0) / first.length;
    },
    [one, other],
  );
}
