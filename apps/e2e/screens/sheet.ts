import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "@playwright/test";

export interface Picture {
  name: string;
  width: number;
  theme: string;
  file: string;
  /** Pixels by which the page is wider than its screen. */
  overflow: number;
}

const columnWidth = 300;
const columns = 6;
/** Above this number the browser runs out of time and memory for one sheet's picture. */
const picturesPerSheet = 96;

/** Arranges all pictures with their names on as many sheets as needed. Returns the sheets' files. */
export async function drawSheets(browser: Browser, pictures: readonly Picture[], folder: string): Promise<string[]> {
  const files: string[] = [];
  for (let from = 0; from < pictures.length; from += picturesPerSheet) {
    const file = join(folder, `sheet-${files.length + 1}.png`);
    await drawSheet(browser, pictures.slice(from, from + picturesPerSheet), file);
    files.push(file);
  }
  return files;
}

async function drawSheet(browser: Browser, pictures: readonly Picture[], file: string): Promise<void> {
  const cells = await Promise.all(
    pictures.map(async ({ name, width, theme, file: picture }) => {
      const data = (await readFile(picture)).toString("base64");
      return `<figure><img src="data:image/png;base64,${data}"><figcaption>${name} ${width} ${theme}</figcaption></figure>`;
    }),
  );
  const page = await browser.newPage({ viewport: { width: columns * (columnWidth + 16) + 16, height: 900 } });
  await page.setContent(`<style>
    body { margin: 16px; display: grid; grid-template-columns: repeat(${columns}, ${columnWidth}px); gap: 24px 16px; background: #8a938d; font: 13px sans-serif }
    img { display: block; width: 100%; max-height: 700px; object-fit: cover; object-position: top }
    figure { margin: 0 }
  </style>${cells.join("")}`);
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
}
