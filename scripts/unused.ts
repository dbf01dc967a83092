/**
 * The Vite plugin that lets unused parts of libraries go. What keeps components of the router are their names for debuggers, and calls
 * that the bundler cannot know to do nothing else than make a component; what keeps the rest are options that we never give.
 */
import type { Plugin } from 'vite'

const NAME = /^\w+\.displayName = "\w+";$/gm
const MADE = /^(const \w+ = )(React\$1\.(?:forwardRef|memo|createContext)\()/gm

/** Code that only runs for an option of its library, and what it is without the option. */
const OPTIONS: readonly (readonly [file: RegExp, code: string, without: string])[] = [
  // `instrumentations` of the router.
  [/\/router\.js$/, 'if (init.instrumentations)', 'if (false)'],
  [/\/router\.js$/, 'if (opts?.instrumentations)', 'if (false)'],
  [/\/router\.js$/, 'consumeInstrumentationClientResultMetaReceiver(router)', 'undefined'],
  // Infinite queries.
  [
    /\/query\.js$/,
    '(this.#queryType === "infinite" ? infiniteQueryBehavior(this.options.pages) : this.options.behavior)',
    'this.options.behavior',
  ],
]

export const unused = (): Plugin => ({
  name: 'chowk-unused',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/(?:react-router|@tanstack\/query-core)\/.*\.m?js$/ },
    handler: (code, id) => {
      let left = /react-router/.test(id) ? code.replace(NAME, '').replace(MADE, '$1/* @__PURE__ */ $2') : code
      for (const [file, given, without] of OPTIONS) if (file.test(id)) left = left.replaceAll(given, without)
      return { code: left, map: null }
    },
  },
})
