/** What a PDF that a page saves says, read by the product's own reader in its own process. */

import type { Download, Locator, Page } from '@playwright/test'
import { workForServer } from '#nodes/work-for.ts'
import { createRunners } from '#server/runners/runners.ts'

async function readPdf(path: string): Promise<string> {
  const runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  try {
    return (await runners.documents.parse(path, workForServer(AbortSignal.timeout(60_000)))).text
  } finally {
    await runners.stop()
  }
}

/** Presses a button that saves a PDF. @returns the name of the file and its text with single blanks */
export async function savedPdf(page: Page, button: Locator): Promise<{ name: string; text: string }> {
  const saved: Promise<Download> = page.waitForEvent('download')
  await button.click()
  const file = await saved
  return { name: file.suggestedFilename(), text: (await readPdf(await file.path())).replaceAll(/\s+/g, ' ') }
}
