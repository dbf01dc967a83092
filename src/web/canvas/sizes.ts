/** Sizes on the canvas, in px at 100 %. */
export const CARD = { width: 224, height: 72 } as const
/** Things snap to multiples of this. */
export const GRID = 8
/** Between a node and one that is added behind it. */
export const GAP = { x: 80, y: 40 } as const
