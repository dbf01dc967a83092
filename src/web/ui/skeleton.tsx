/** The shape of what is coming. The container that waits carries `aria-busy`. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-live rounded-sm bg-line ${className}`} />
}
