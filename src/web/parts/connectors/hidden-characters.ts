/** Zero width, direction and tag characters: a person does not see them, a model reads them. */
const HIDDEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/** Writes characters that nobody sees by their number, so that what a server hides in a text can be read. */
export const showHidden = (text: string): string =>
  text.replace(HIDDEN, (one) => `⟨U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`)
