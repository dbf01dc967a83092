/**
 * Writes a program of ours and all it imports as plain JavaScript: `node write-plain-program.ts SOURCE FOLDER` makes `0.mjs` of SOURCE and
 * a file for each import. What is imported from packages stays where it is installed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [source = '', folder = ''] = process.argv.slice(2)
const IMPORT = /((?:^|\n)(?:import|export) (?:[^'"\n]* from )?|\n\} from |\bimport\()'([^']+)'/g

/** The number of each file, by its address. */
const numbers = new Map([[pathToFileURL(source).href, 0]])

function place(specifier: string, from: string): string {
  if (specifier.startsWith('node:')) return specifier
  const address = specifier.startsWith('.') ? new URL(specifier, from).href : import.meta.resolve(specifier)
  if (!address.endsWith('.ts')) return address
  const number = numbers.get(address) ?? numbers.size
  numbers.set(address, number)
  return `./${number}.mjs`
}

// Files that are found on the way are added to the map, and come up later.
for (const [address, number] of numbers) {
  const plain = stripTypeScriptTypes(readFileSync(new URL(address), 'utf8'))
  const linked = plain.replaceAll(
    IMPORT,
    (_, before: string, specifier: string) => `${before}'${place(specifier, address)}'`,
  )
  writeFileSync(join(folder, `${number}.mjs`), linked, { mode: 0o644 })
}
