/** What went through a connection in the run that is shown; nothing without a run. `x` and `y` are its middle on the canvas. */
export function EdgeCount(_: { id: string; x: number; y: number }) {
  return null
}
