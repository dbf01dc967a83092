/** An address in what Chromium and Firefox say of a script that did not come. */
const ADDRESS = /https?:\/\/\S+\.js$/

let tries = 0

/**
 * Fetches code, and once more when it does not come. Chromium keeps the failure of a script for as long as the page is open and answers it
 * from memory (seen in version 150), so the second try has an address of its own.
 * @throws the first error when nothing comes
 */
export async function fetchCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const address = error instanceof Error ? ADDRESS.exec(error.message)?.[0] : undefined
    if (address === undefined) throw error
    tries += 1
    return (await import(/* @vite-ignore */ `${address}?again=${tries}`).catch(() => {
      throw error
    })) as Module
  }
}
