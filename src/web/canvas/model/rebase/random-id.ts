/** A name that nobody else gives: of an edit, a step, an open page. Also where the page has no secure connection. */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
