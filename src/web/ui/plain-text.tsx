/** Text written by a user, shown verbatim: no markup is interpreted, line breaks are kept. */
export function PlainText({ text, className = '' }: { text: string; className?: string }) {
  return <p className={`max-w-prose whitespace-pre-wrap break-words ${className}`}>{text}</p>
}
