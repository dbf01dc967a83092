import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Takes the comments and the indents out of the script that every page begins with: no bundler sees it, and it is sent with each page. */
export const terse = (): Plugin => ({
  name: 'terse',
  apply: 'build',
  writeBundle: {
    order: 'pre',
    sequential: true,
    handler({ dir = '' }) {
      const file = join(dir, 'theme.js')
      writeFileSync(
        file,
        readFileSync(file, 'utf8')
          .replace(/^\s*\/\/.*\n/gm, '')
          .replace(/^\s+/gm, ''),
      )
    },
  },
})
