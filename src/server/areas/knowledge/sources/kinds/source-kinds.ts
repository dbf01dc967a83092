/** Every kind of source. A new one is a file with a `SourceKind`, a line here and one in `SOURCE_KINDS` and `SOURCE_APPS`. */
import type { SourceKindName } from '#contract/knowledge/knowledge-values.ts'
import { googleDrive } from './google-drive.ts'
import { notion } from './notion.ts'
import { oneDrive } from './onedrive.ts'
import { s3 } from './s3.ts'
import type { SourceKind } from './source-kind.ts'

export const KINDS: Readonly<Record<SourceKindName, SourceKind>> = {
  s3,
  google_drive: googleDrive,
  notion,
  onedrive: oneDrive,
}
