/** How calls reach the server: the browser's `fetch`, unless the page is drawn without a browser. */
const inBrowser: typeof fetch = (...args) => fetch(...args)
let through = inBrowser

export const send: typeof fetch = (...args) => through(...args)

/** A prerendered page shows real data or is not rendered at all: fallbacks are off. */
export const isDrawing = (): boolean => through !== inBrowser

export const sendThrough = (other: typeof fetch): void => {
  through = other
}
