/** Sizes on the canvas, in px at 100 %. */
export const CARD = { width: 224, height: 72 } as const
/** Things snap to multiples of this. */
export const GRID = 8
/** Between a node and one that is added behind it. */
export const GAP = { x: 80, y: 40 } as const
/** Between two output ports of a card. */
const PORT = 24

/** A card is as high as its output ports need. */
export const cardHeight = (ports: number): number => Math.max(CARD.height, ports > 1 ? ports * PORT + 24 : 0)
/** Where on the right side of a card an output port is, from its top. */
export const portTop = (index: number, ports: number): number => (cardHeight(ports) * (index + 1)) / (ports + 1)
