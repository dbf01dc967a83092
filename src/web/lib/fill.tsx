import { Fragment, type ReactNode } from 'react'

/**
 * A spoken text with elements, such as links, in its `{name}` places, so that each language puts them where its sentence
 * wants them: `fill(t('See {link}.', { link: '{link}' }), { link: <TextLink … /> })`.
 */
export function fill(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  return text
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 === 1 ? <Fragment key={piece}>{parts[piece]}</Fragment> : piece))
}
