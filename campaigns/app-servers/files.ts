/** The actions of FTP and SFTP at vsftpd and sshd, as a user made for it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '#contract/core/primitives.ts'
import { listOrEmpty } from '#shared/json.ts'
import {
  complete,
  createTrial,
  freePort,
  isInstalled,
  notInstalled,
  type Outcome,
  type Trial,
  untilReady,
} from './trial.ts'

const USER = 'chowk-campaign'
const PASSWORD = 'one more long password'
const FILE = { name: 'rows.csv', mime: 'text/csv', bytes: new TextEncoder().encode('name,city\nAsha,Pune\n') }

export async function tryFiles(): Promise<Outcome[]> {
  if (process.getuid?.() !== 0) return notInstalled('ftp and sftp', 'root, which vsftpd and sshd need,')
  const home = mkdtempSync(join(tmpdir(), 'chowk-files-'))
  chmodSync(home, 0o755)
  spawnSync('useradd', ['--no-create-home', '--home-dir', `${home}/home`, '--shell', '/bin/bash', USER])
  mkdirSync(`${home}/home`)
  spawnSync('chown', [`${USER}:${USER}`, `${home}/home`])
  spawnSync('chpasswd', [], { input: `${USER}:${PASSWORD}` })
  try {
    return [...(await tryFtp(home)), ...(await trySftp(home))]
  } finally {
    spawnSync('userdel', [USER])
    rmSync(home, { recursive: true, force: true })
  }
}

async function ended(server: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await gone
}

/** What both can do. */
async function tryAll(trial: Trial, folder: string): Promise<void> {
  const { check, refuses } = trial
  const names = (answer: unknown) => listOrEmpty((answer as JsonObject).entries).map((one) => (one as JsonObject).name)
  await check(
    'upload_file',
    { file: { file_id: 'x' } },
    (answer) => (answer as JsonObject).size === FILE.bytes.length,
    FILE,
  )
  await check('create_folder', { path: folder }, () => true)
  await check('move_file', { from: 'rows.csv', to: `${folder}/an odd name é.csv` }, () => true)
  await check('list_files', { folder }, (answer) => names(answer).includes('an odd name é.csv'))
  await check('download_file', { path: `${folder}/an odd name é.csv` }, () =>
    Buffer.from(trial.written()?.bytes ?? []).equals(FILE.bytes),
  )
  await check('delete_file', { path: `${folder}/an odd name é.csv` }, () => true)
  await check('list_files', { folder }, (answer) => names(answer).length === 0)
  await refuses('download_file', { path: 'nothing.csv' }, 'app_refused', 'says that there is no such file')
  await refuses('delete_file', { path: 'a\r\nDELE done' }, 'input_invalid', 'refuses a path with a second command')
}

async function tryFtp(home: string): Promise<Outcome[]> {
  if (!isInstalled('/usr/sbin/vsftpd')) return notInstalled('ftp', 'vsftpd')
  const port = await freePort()
  const certificate = `${home}/ftp.pem`
  spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    certificate,
    '-out',
    `${certificate}.crt`,
    '-subj',
    '/CN=ftp.example.com',
  ])
  writeFileSync(certificate, readFileSync(certificate, 'utf8') + readFileSync(`${certificate}.crt`, 'utf8'))
  mkdirSync('/var/run/vsftpd/empty', { recursive: true })
  const settings = [
    'listen=YES',
    `listen_port=${port}`,
    'listen_address=127.0.0.1',
    'background=NO',
    'local_enable=YES',
    'write_enable=YES',
    'anonymous_enable=NO',
    'pasv_enable=YES',
    'ssl_enable=YES',
    'force_local_logins_ssl=NO',
    'force_local_data_ssl=NO',
    'require_ssl_reuse=YES',
    `rsa_cert_file=${certificate}`,
    'seccomp_sandbox=NO',
    'pam_service_name=vsftpd',
    'check_shell=NO',
  ]
  writeFileSync(`${home}/vsftpd.conf`, `${settings.join('\n')}\n`)
  const server = spawn('/usr/sbin/vsftpd', [`${home}/vsftpd.conf`], { stdio: 'ignore' })
  try {
    return await tryEncryption(port)
  } finally {
    await ended(server)
  }
}

async function tryEncryption(port: number): Promise<Outcome[]> {
  const shown = { user: USER, tls: 'off' }
  const trial = createTrial({ app: 'ftp', port, shown, secret: { password: PASSWORD } })
  await untilReady(() => trial.run('list_files', {}))
  await tryAll(trial, 'done')
  const encrypted = createTrial({
    app: 'ftp',
    port,
    shown: { ...shown, tls: 'unverified' },
    secret: { password: PASSWORD },
  })
  await tryAll(encrypted, 'done')
  const verified = createTrial({
    app: 'ftp',
    port,
    shown: { ...shown, tls: 'verify' },
    secret: { password: PASSWORD },
  })
  await verified.refuses('list_files', {}, 'app_unavailable', 'refuses a certificate of nobody')
  const wrong = createTrial({ app: 'ftp', port, shown, secret: { password: 'wrong' } })
  await wrong.refuses('list_files', {}, 'app_refused', 'says that the password is wrong')
  const elsewhere = createTrial({ app: 'ftp', port, shown, secret: { password: PASSWORD }, allow: [] })
  await elsewhere.refuses('list_files', {}, 'url_refused', 'refuses a private address')
  return [
    ...complete(trial, 'ftp'),
    ...encrypted.outcomes,
    ...verified.outcomes,
    ...wrong.outcomes,
    ...elsewhere.outcomes,
  ]
}

async function trySftp(home: string): Promise<Outcome[]> {
  if (!isInstalled('/usr/sbin/sshd')) return notInstalled('sftp', 'sshd')
  const port = await freePort()
  spawnSync('ssh-keygen', ['-t', 'ed25519', '-N', '', '-f', `${home}/host`])
  spawnSync('ssh-keygen', ['-t', 'ed25519', '-N', 'a phrase', '-f', `${home}/user`])
  mkdirSync('/run/sshd', { recursive: true })
  const keys = `${home}/authorized`
  writeFileSync(keys, readFileSync(`${home}/user.pub`))
  chmodSync(keys, 0o644)
  const options = [
    `Port=${port}`,
    'ListenAddress=127.0.0.1',
    `HostKey=${home}/host`,
    'Subsystem=sftp internal-sftp',
    'UsePAM=no',
    'PasswordAuthentication=yes',
    `AuthorizedKeysFile=${keys}`,
    'StrictModes=no',
    'PidFile=none',
  ]
  const server = spawn('/usr/sbin/sshd', ['-D', '-f', '/dev/null', ...options.flatMap((one) => ['-o', one])], {
    stdio: 'ignore',
  })
  try {
    const [, key = ''] = readFileSync(`${home}/host.pub`, 'utf8').split(' ')
    const fingerprint = `SHA256:${createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64').replace(/=+$/, '')}`
    const shown = { user: USER, fingerprint }
    const trial = createTrial({ app: 'sftp', port, shown, secret: { password: PASSWORD } })
    await untilReady(() => trial.run('list_files', {}))
    await tryAll(trial, 'sent')
    const byKey = createTrial({
      app: 'sftp',
      port,
      shown: { user: USER },
      secret: { private_key: readFileSync(`${home}/user`, 'utf8'), passphrase: 'a phrase' },
    })
    await byKey.check('list_files', {}, () => true)
    const other = createTrial({
      app: 'sftp',
      port,
      shown: { user: USER, fingerprint: 'SHA256:another' },
      secret: { password: PASSWORD },
    })
    await other.refuses('list_files', {}, 'app_refused', 'refuses another key of the server')
    const wrong = createTrial({ app: 'sftp', port, shown, secret: { password: 'wrong' } })
    await wrong.refuses('list_files', {}, 'app_refused', 'says that the password is wrong')
    const elsewhere = createTrial({ app: 'sftp', port, shown, secret: { password: PASSWORD }, allow: [] })
    await elsewhere.refuses('list_files', {}, 'url_refused', 'refuses a private address')
    return [...complete(trial, 'sftp'), ...byKey.outcomes, ...other.outcomes, ...wrong.outcomes, ...elsewhere.outcomes]
  } finally {
    await ended(server)
  }
}
