/**
 * The Vite plugin that lets unused components of the router go. What keeps them is their names for debuggers, and calls that the
 * bundler cannot know to do nothing else than make a component.
 */
import type { Plugin } from 'vite'

const NAME = /^\w+\.displayName = "\w+";$/gm
const MADE = /^(const \w+ = )(React\$1\.(?:forwardRef|memo|createContext)\()/gm

export const unused = (): Plugin => ({
  name: 'chowk-unused',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\/.*\.m?js$/ },
    handler: (code) => ({ code: code.replace(NAME, '').replace(MADE, '$1/* @__PURE__ */ $2'), map: null }),
  },
})
