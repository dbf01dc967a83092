/** `npm run screenshots`: a picture of every page, light, dark and 390 px wide, in `.data/screenshots`. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWebIfStale } from './build.ts'
import { provideChromium } from './chromium.ts'
import { bin, root, run } from './processes.ts'

const CHROMIUM_PATH = await provideChromium()
await buildWebIfStale()
rmSync(join(root, '.data/screenshots'), { recursive: true, force: true })
const code = await run(bin('playwright'), ['test', 'every-page', '--reporter=dot'], { CHROMIUM_PATH, PICTURES: 'yes' })
console.log('The pictures are in .data/screenshots.')
process.exit(code)
