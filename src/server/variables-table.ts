/** The table of environment variables as the page on self-hosting shows it. */
import { Environment } from './environment.ts'
import { textOfVariable } from './gateways/variable.ts'

const START = '| variable | default | what it does |\n|---|---|---|\n'
const END = '\n\n## Reverse proxy'

/** What is used without the variable, where it is a fixed value. */
function fixedDefault(name: keyof typeof Environment.shape): string {
  const value = Environment.shape[name].safeParse(undefined).data
  return value === undefined || value === '' ? '' : `\`${value}\``
}

function rows(): string[] {
  return Object.entries(Environment.shape).flatMap(([name, schema]) => {
    const text = textOfVariable(schema)
    if (!text) return []
    const otherwise = text.otherwise ?? fixedDefault(name as keyof typeof Environment.shape)
    return [`| \`${name}\` | ${otherwise} | ${text.what} |`]
  })
}

/** The page with the table as it is now. @throws Error when the page has no place for it */
export function withVariables(page: string): string {
  const [from, to] = [page.indexOf(START) + START.length, page.indexOf(END)]
  if (from < START.length || to < from) throw new Error('The page has no table of variables')
  return page.slice(0, from) + rows().join('\n') + page.slice(to)
}
