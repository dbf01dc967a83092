/** Text somebody wrote, as it stands: no markup is read from it, line breaks are kept. */
export function PlainText({ text, className = '' }: { text: string; className?: string }) {
  return <p className={`max-w-prose whitespace-pre-wrap break-words ${className}`}>{text}</p>
}
