/** The files of plugins and MCP packages: in the storage as one archive each, and unpacked on this machine once something of them runs here. */
import { chmod, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { PLUGINS } from '#contract/connectors/plugin-values.ts'
import { NodeError } from '#nodes/node.ts'
import { hashTree, packTree, unpackInto } from '#server/gateways/npm/unpack.ts'
import type { ObjectStore } from '#server/gateways/storage/objects.ts'
import { makeTemporaryFolder } from '#server/platform/temporary-folders.ts'

export const TREE_LIMITS = { bytes: PLUGINS.tree_bytes, files: PLUGINS.files }

export const treeKey = (hash: string): string => `plugins/${hash}`

/** A folder that processes of the sandbox can read, and remove it with. */
export async function temporaryTree(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await makeTemporaryFolder('piece')
  await chmod(folder, 0o755)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

export interface Trees {
  /** Stores the files of a folder, in the place of what may be damaged. */
  keep(hash: string, folder: string): Promise<void>
  /** A folder with the files, which are compared with the hash. @throws NodeError `plugin_changed`, `plugin_missing` */
  open(hash: string): Promise<string>
  read(hash: string): Promise<Readable | null>
  remove(hash: string): Promise<void>
  stop(): Promise<void>
}

export function createTrees(objects: Pick<ObjectStore, 'open' | 'write' | 'remove'>): Trees {
  const kept = new Map<string, Promise<number>>()
  const opened = new Map<string, Promise<{ folder: string; remove: () => Promise<void> }>>()

  const unpack = async (hash: string) => {
    const archive = await objects.open(treeKey(hash))
    if (!archive)
      throw new NodeError(
        'plugin_missing',
        'The files of this package are not in the storage any more. Install it again.',
      )
    const tree = await temporaryTree()
    try {
      await unpackInto(tree.folder, archive, (path) => path, { bytes: 0, files: 0 }, TREE_LIMITS)
      if ((await hashTree(tree.folder)).hash !== hash)
        throw new NodeError(
          'plugin_changed',
          'The files of this package are not those that were installed. It does not run.',
        )
      return tree
    } catch (error) {
      await tree.remove()
      throw error
    }
  }

  return {
    async keep(hash, folder) {
      const key = treeKey(hash)
      // Also over what is there: it may be damaged, and is the same otherwise. Two checks at the same time write it once.
      const writing = kept.get(hash) ?? objects.write(key, packTree(folder)).finally(() => kept.delete(hash))
      kept.set(hash, writing)
      await writing
    },
    async open(hash) {
      let tree = opened.get(hash)
      if (!tree) {
        tree = unpack(hash)
        opened.set(hash, tree)
        tree.catch(() => opened.delete(hash))
      }
      return (await tree).folder
    },
    read: (hash) => objects.open(treeKey(hash)),
    async remove(hash) {
      const tree = opened.get(hash)
      opened.delete(hash)
      await (await tree?.catch(() => null))?.remove()
      await objects.remove(treeKey(hash))
    },
    async stop() {
      const all = [...opened.values()]
      opened.clear()
      for (const tree of all) await (await tree.catch(() => null))?.remove()
    },
  }
}
