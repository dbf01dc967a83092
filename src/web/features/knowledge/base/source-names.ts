import type { SourceKindName } from '#contract/knowledge/knowledge-values.ts'
import { t } from '#web/lib/language.ts'

/** What the services are called. */
export const SERVICES: Readonly<Record<SourceKindName, string>> = {
  google_drive: 'Google Drive',
  onedrive: 'OneDrive',
  s3: 'S3',
  notion: 'Notion',
}

/** What a source of each kind begins with. */
export const placeLabel = (kind: SourceKindName): string =>
  ({ google_drive: t('Folder'), onedrive: t('Folder'), s3: t('Prefix'), notion: t('Page or database') })[kind]

export const placeHelp = (kind: SourceKindName): string =>
  ({
    google_drive: t('Its ID or address. Leave empty for all of My Drive.'),
    onedrive: t('Leave empty for the whole drive.'),
    s3: t('Only names that begin with it. Leave empty for the whole bucket.'),
    notion: t('Its address or ID. Pages below it are read too.'),
  })[kind]
