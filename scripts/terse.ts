import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

/** Makes the script that every page begins with short: no bundler sees it, and it is sent with each page. */
export const terse = (): Plugin => ({
  name: 'terse',
  apply: 'build',
  writeBundle: {
    order: 'pre',
    sequential: true,
    handler({ dir = '' }) {
      const file = join(dir, 'theme.js')
      const { code, errors } = minifySync(file, readFileSync(file, 'utf8'))
      if (errors.length > 0)
        throw new Error(`theme.js can’t be read: ${errors.map(({ message }) => message).join(', ')}`)
      writeFileSync(file, code)
    },
  },
})
