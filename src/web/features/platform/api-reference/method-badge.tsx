const TONES: Record<string, string> = {
  GET: 'text-good',
  POST: 'text-indigo',
  PUT: 'text-warn',
  DELETE: 'text-bad',
}

export function MethodBadge({ method }: { method: string }) {
  return <span className={`font-medium font-mono text-xs ${TONES[method] ?? 'text-muted'}`}>{method}</span>
}
