/**
 * Generates TypeScript types from an OpenAPI document, as a user of the API would: the document comes in on stdin, the types leave on
 * stdout. openapi-typescript needs the JavaScript API of TypeScript 5, which TypeScript 7 no longer has.
 */
import { registerHooks } from 'node:module'
import { text } from 'node:stream/consumers'

registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
})
const { default: generate, astToString } = await import('openapi-typescript')
process.stdout.write(astToString(await generate(JSON.parse(await text(process.stdin)))))
