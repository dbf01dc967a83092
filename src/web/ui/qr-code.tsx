import { encode } from 'uqr'

/** A text as a QR code, dark on light in every theme: many cameras read no inverted ones. `label` says what it is for. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className="size-48 rounded">
      <rect width={size} height={size} fill="#fff" />
      <path d={squares} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
