import { showHidden } from '#web/parts/connectors/hidden-characters.ts'

/** Text by the author of a plugin: never markup, in its own direction, with what is hidden in it made visible. */
export const Foreign = ({ text, className = '' }: { text: string; className?: string }) => (
  <span dir="auto" className={`wrap-anywhere ${className}`}>
    {showHidden(text)}
  </span>
)
