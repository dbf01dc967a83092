/** Apps of the catalogue as the repository has them, whatever addresses this installation reaches them at: what listings name. */
import { join } from 'node:path'
import type { App } from './app.ts'
import { type Catalogue, openCatalogue } from './catalogue.ts'

export const CATALOGUE_FOLDER = join(import.meta.dirname, '../../../../connectors/catalogue')

let opened: Catalogue | undefined

export function findPublishedApp(id: string): Promise<App | null> {
  opened ??= openCatalogue(CATALOGUE_FOLDER)
  return opened.find(id)
}
