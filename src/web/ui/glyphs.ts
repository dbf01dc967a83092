/**
 * The family of glyphs: drawn on a grid of 24 with one stroke of 1.75, each around one filled square, the centre of the crossroads in
 * the mark. `square` is its left and top, and its side where that is not 4.
 */
interface Glyph {
  path: string
  square: readonly [left: number, top: number, side?: number]
}

const SHEET = 'M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8zM14 3v5h5'
const BUBBLE = 'M20.5 11a7 7 0 0 1-7 7H9l-5 3 1.4-4.8A7 7 0 0 1 11 4h2.5a7 7 0 0 1 7 7z'

const PAGE: Glyph = { path: `${SHEET}M14 13.5h1.5M8.5 17.5h7`, square: [8, 11] }
const CROSSROADS: Glyph = { path: 'M12 2.5v5M12 16.5v5M2.5 12h5M16.5 12h5', square: [9.5, 9.5, 5] }

export const GLYPHS: Readonly<Record<string, Glyph>> = {
  crossroads: CROSSROADS,
  stethoscope: {
    path: 'M6.5 3.5H4.5v5a4.5 4.5 0 0 0 9 0v-5h-2M9 13v2.5a4.75 4.75 0 0 0 9.5 0V13',
    square: [16.5, 8.5],
  },
  scale: {
    path: 'M12 7.5V20M8 20h8M5 7.5h14M5 7.5l-2.8 6.7a3.05 3.05 0 0 0 5.6 0zM19 7.5l-2.8 6.7a3.05 3.05 0 0 0 5.6 0z',
    square: [10, 3.5],
  },
  page: PAGE,
  ledger: { path: 'M5 5a2 2 0 0 1 2-2h12v18H7a2 2 0 0 1-2-2zM8.75 3v18M12.5 7.5h3M12.5 16.5h3', square: [12, 10] },
  speech: { path: `${BUBBLE}M14 11h2.5`, square: [7.5, 9] },
  checklist: {
    path: 'M11.5 6.5h8.5M11.5 12h8.5M11.5 17.5h8.5M4 6.8l1.4 1.4 2.6-2.8M4 17.8l1.4 1.4 2.6-2.8',
    square: [4, 10],
  },
  brackets: { path: 'M8 6l-5 6 5 6M16 6l5 6-5 6', square: [10, 10] },
  megaphone: {
    path: 'M3.5 10v4H7l9.5 4.5v-13L7 10zM7.5 14.2L8.6 20h3.2M20 9.5a4 4 0 0 1 0 5',
    square: [10.5, 10.25, 3.5],
  },
  bolt: { path: 'M13 2.5L4 13.5h6.5L9.5 21M14 9h5.5L16 13.5', square: [12, 16.5] },
  tray: { path: 'M12 11.5v-9M8 6.5l4-4 4 4M4 13.5V19a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-5.5', square: [10, 14] },
  spark: { path: 'M12 2.5l2 5.8L21.5 12l-7.5 3.7-2 5.8-2-5.8L2.5 12 10 8.3z', square: [10, 10] },
  plug: { path: 'M9 3v5M15 3v5M5.5 8h13v3.5a6.5 6.5 0 0 1-13 0zM12 18v3', square: [10, 10.5] },
  person: { path: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0', square: [10, 16.5] },
  branch: { path: 'M7.5 12H11l4-5.5h5M11 12l4 5.5h5M17.5 4L20 6.5 17.5 9M17.5 15l2.5 2.5-2.5 2.5', square: [3.5, 10] },
  table: {
    path: 'M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM4 12h16M12 4v16',
    square: [14, 14],
  },
  // What else a listing may choose, by the names of the contract.
  'file-search': {
    path: 'M11 21H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h7l5 5v2.5M14 3v5h5M16 13a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM18.5 19l2.5 2.5',
    square: [8, 10.5],
  },
  'file-check': { path: `${SHEET}M8.5 15l2.3 2.3 4.4-4.8`, square: [7.75, 6, 3.5] },
  'clipboard-list': {
    path: 'M9 5H7a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2h-2M9 3h6v4H9zM14.5 12.5h1M8.5 17h7',
    square: [8.25, 10.5],
  },
  'shield-check': {
    path: 'M12 2.75l7.5 2.75v6c0 4.6-3.2 7.8-7.5 9.75-4.3-1.95-7.5-5.15-7.5-9.75v-6z',
    square: [10, 9.5],
  },
  receipt: {
    path: 'M5.5 3v18l2.2-1.5L9.8 21l2.2-1.5 2.2 1.5 2.1-1.5 2.2 1.5V3l-2.2 1.5L14.2 3 12 4.5 9.8 3 7.7 4.5zM14.5 10h1M9 15h6',
    square: [8.5, 8],
  },
  banknote: {
    path: 'M3 7.5A1.5 1.5 0 0 1 4.5 6h15A1.5 1.5 0 0 1 21 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16.5zM6.5 12h.01M17.5 12h.01',
    square: [10, 10],
  },
  headset: {
    path: 'M4 16v-4a8 8 0 0 1 16 0v4M4 14.5h2.5V19H5a1 1 0 0 1-1-1zM20 14.5h-2.5V19H20zM20 19a2.5 2.5 0 0 1-2.5 2.5H15',
    square: [11.5, 19.75, 3.5],
  },
  'message-circle-question': {
    path: `${BUBBLE}M10.2 9.2a2.1 2.1 0 1 1 3 1.9c-.6.3-1 .7-1 1.3`,
    square: [11, 13.4, 2.4],
  },
}

/** Two names of the contract are drawn as the general glyph and as the page. */
const BY_NAME = new Map(Object.entries({ ...GLYPHS, bot: CROSSROADS, 'file-text': PAGE }))

/** The crossroads for a name that is not in the family. */
export const glyphNamed = (name: string): Glyph => BY_NAME.get(name) ?? CROSSROADS
