/** What source files import, as Vite's parser reads them. */
import { parseSync } from 'vite'

export interface Import {
  from: string
  /** Types are gone when a module runs; what is imported in a function comes when it is needed. */
  kind: 'now' | 'later' | 'types'
}

/** @throws Error when the file cannot be parsed */
export function importsOf(path: string, text: string): Import[] {
  const { module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const imports = module.staticImports.map(({ moduleRequest, entries }): Import => {
    const isTypes = entries.length > 0 && entries.every(({ isType }) => isType)
    return { from: moduleRequest.value, kind: isTypes ? 'types' : 'now' }
  })
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }): Import[] =>
      moduleRequest ? [{ from: moduleRequest.value, kind: isType ? 'types' : 'now' }] : [],
    ),
  )
  // The parser says where the name is written. One that is worked out is not known here.
  const later = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }): Import[] =>
    text[start] === "'" ? [{ from: text.slice(start + 1, end - 1), kind: 'later' }] : [],
  )
  return [...imports, ...exports, ...later]
}
