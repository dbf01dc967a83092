/**
 * `npm run release`: builds what is not built, and writes into `dist/release` the archive `chowk-VERSION.tar.gz`, which starts without a
 * build and without development dependencies, the list of its packages (SBOM, CycloneDX) and the checksums of both.
 */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { buildWebIfStale } from './build.ts'
import { versionOf } from './built.ts'
import { captureIn, root } from './processes.ts'
import { RELEASED_COMMANDS, releasedFiles } from './released.ts'

interface Package {
  scripts: Record<string, string>
  devDependencies?: unknown
}

/** @throws Error with what npm printed */
async function npm(folder: string, ...args: string[]): Promise<string> {
  const { code, output, errors } = await captureIn(folder, process.platform === 'win32' ? 'npm.cmd' : 'npm', args)
  if (code !== 0) throw new Error(`npm ${args[0]} failed:\n${errors}`)
  return output
}

/** Writes `package.json` without development dependencies, and a lockfile of what is left. Versions stay as they are locked. */
async function writePackage(folder: string): Promise<void> {
  const {
    devDependencies: _,
    scripts,
    ...rest
  } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Package
  const released = Object.entries(scripts).filter(([name]) => RELEASED_COMMANDS.includes(name))
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify({ ...rest, scripts: Object.fromEntries(released) }, null, 2)}\n`,
  )
  await copyFile(join(root, 'package-lock.json'), join(folder, 'package-lock.json'))
  await npm(folder, 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')
}

/** Writes the same bytes for the same files: sorted, owned by root, as old as the epoch. */
async function writeArchive(archive: string, folder: string, name: string, files: readonly string[]): Promise<void> {
  const tar = pack()
  const written = new Promise<void>((resolve, reject) => {
    const file = createWriteStream(archive).once('error', reject).once('finish', resolve)
    tar.once('error', reject)
    tar.pipe(createGzip({ level: 9 })).pipe(file)
  })
  for (const path of files) {
    const { mode } = await stat(join(folder, path))
    tar.entry(
      { name: `${name}/${path}`, mode: mode & 0o111 ? 0o755 : 0o644, mtime: new Date(0) },
      await readFile(join(folder, path)),
    )
  }
  tar.finalize()
  await written
}

async function checksum(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}

/**
 * Writes a release.
 * @param folder where the unpacked release is written too, for an image
 * @returns the paths of the archive and of the list of its packages
 */
async function release(folder: string | undefined): Promise<{ archive: string; sbom: string }> {
  await buildWebIfStale()
  const name = `chowk-${versionOf(root)}`
  const target = join(root, 'dist/release')
  const staged = folder ?? (await mkdtemp(join(tmpdir(), 'chowk-release-')))
  try {
    await mkdir(target, { recursive: true })
    const files = releasedFiles(root)
    for (const file of files) {
      await mkdir(dirname(join(staged, file)), { recursive: true })
      await copyFile(join(root, file), join(staged, file))
    }
    await writePackage(staged)
    const archive = join(target, `${name}.tar.gz`)
    const sbom = join(target, `${name}.cdx.json`)
    await writeFile(sbom, await npm(staged, 'sbom', '--package-lock-only', '--sbom-format=cyclonedx'))
    await writeArchive(archive, staged, name, [...files, 'package.json', 'package-lock.json'].sort())
    const sums = [archive, sbom].map(async (file) => `${await checksum(file)}  ${file.slice(target.length + 1)}\n`)
    await writeFile(join(target, `${name}.sha256`), (await Promise.all(sums)).join(''))
    return { archive, sbom }
  } finally {
    if (folder === undefined) await rm(staged, { recursive: true, force: true })
  }
}

const { values } = parseArgs({ options: { into: { type: 'string' } } })
const { archive, sbom } = await release(values.into)
const megabytes = (await stat(archive)).size / 1e6
console.log(`${archive} (${megabytes.toFixed(1)} MB)\n${sbom}`)
