import { describe, expect, it } from 'vitest'
import { identityOf, storageSettings } from './settings.ts'

const read = (
  url: string,
  accessKeyId: string | undefined = 'key-of-test',
  secretAccessKey: string | undefined = 'secret of test',
) =>
  storageSettings(url, {
    accessKeyId,
    secretAccessKey,
    variables: { url: 'STORAGE_URL', accessKeyId: 'S3_ACCESS_KEY_ID', secretAccessKey: 'S3_SECRET_ACCESS_KEY' },
  })

describe('where objects are kept', () => {
  it.each([
    ['file:/srv/chowk', { kind: 'folder', dir: '/srv/chowk' }],
    ['file:///srv/chowk', { kind: 'folder', dir: '/srv/chowk' }],
    ['s3://papers?region=ap-south-1', { bucket: 'papers', prefix: '', endpoint: null, region: 'ap-south-1' }],
    [
      's3://papers/clinic/a/?endpoint=https://minio.example:9000',
      { bucket: 'papers', prefix: 'clinic/a', endpoint: 'https://minio.example:9000', region: 'us-east-1' },
    ],
  ])('is read from %s', (url, expected) => {
    expect(read(url)).toMatchObject(expected)
  })

  it.each([
    ['', /STORAGE_URL: must begin with "file:" or "s3:"/],
    ['https://papers.s3.amazonaws.com', /must begin with "file:" or "s3:"/],
    ['file:', /plain path of a folder/],
    ['file:~/chowk', /plain path of a folder/],
    ['file://server/share', /plain path of a folder/],
    ['s3://papers', /needs a region/],
    ['s3://key:secret@papers?region=x1', /must not hold a key/],
    ['s3://papers?region=ap-south-1&acl=public', /"acl" is not known/],
    ['s3://papers?endpoint=minio:9000', /endpoint must begin with https/],
    ['s3://papers/a/../b%2F..?region=ap-south-1', /prefix may have/],
    ['s3://P?region=ap-south-1', /must be of the form/],
  ])('is refused as %j, with its variable', (url, message) => {
    expect(() => read(url)).toThrow(message)
    expect(() => read(url)).toThrow(/STORAGE_URL/)
  })

  it('needs a key and its secret for a bucket', () => {
    const url = 's3://papers?region=ap-south-1'
    expect(() =>
      storageSettings(url, { accessKeyId: undefined, secretAccessKey: 'secret of test', variables: VARIABLES }),
    ).toThrow('S3_ACCESS_KEY_ID: is needed for the s3: address in STORAGE_URL')
    expect(() =>
      storageSettings(url, { accessKeyId: 'key-of-test', secretAccessKey: undefined, variables: VARIABLES }),
    ).toThrow('S3_SECRET_ACCESS_KEY: is needed')
  })

  it('is told apart by bucket, prefix and service', () => {
    const urls = ['a1b?region=r1', 'a1b/c?region=r1', 'a1b?region=r2', 'b1b?region=r1', 'a1b?endpoint=http://x']
    expect(new Set(urls.map((url) => identityOf(read(`s3://${url}`)))).size).toBe(urls.length)
    expect(identityOf(read('file:/a'))).toBe(identityOf(read('file:/b')))
  })
})

const VARIABLES = { url: 'STORAGE_URL', accessKeyId: 'S3_ACCESS_KEY_ID', secretAccessKey: 'S3_SECRET_ACCESS_KEY' }
