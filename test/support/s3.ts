/** Buckets of a test, in the stand-in for S3. */
import type { S3Peer } from '#peers/s3/server.ts'
import { type S3Settings, storageSettings } from '#server/gateways/storage/settings.ts'

/** In the form of STORAGE_URL. */
export const s3UrlOf = ({ url, bucket, region }: S3Peer, prefix = ''): string =>
  `s3://${bucket}/${prefix}?region=${region}&endpoint=${url}`

export const s3SettingsOf = (peer: S3Peer, prefix = ''): S3Settings =>
  storageSettings(s3UrlOf(peer, prefix), {
    accessKeyId: peer.access_key_id,
    secretAccessKey: peer.secret_access_key,
    variables: { url: 'STORAGE_URL', accessKeyId: 'S3_ACCESS_KEY_ID', secretAccessKey: 'S3_SECRET_ACCESS_KEY' },
  }) as S3Settings
