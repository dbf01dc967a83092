/** Tells this machine or container from others, and from its own earlier lives. */
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Empty where the system does not tell. */
function textOf(read: () => string): string {
  try {
    return read().trim()
  } catch {
    return ''
  }
}

const bootId = textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))

/** Process ids mean the same to processes with the same text here: a machine since it booted, or a container since it started. */
export const HERE = [bootId, textOf(() => readlinkSync('/proc/self/ns/pid'))].filter(Boolean).join(' ') || hostname()

/** Container engines mount this file from a folder that is named after the container (in Kubernetes, after the pod). */
const CONTAINER = /\/([0-9a-f]{64})\/\S* \/etc\/hostname /

const containerId = CONTAINER.exec(textOf(() => readFileSync('/proc/self/mountinfo', 'utf8')))?.[1]
const machineId = textOf(() => readFileSync('/etc/machine-id', 'utf8'))

/** Stays the same when the machine or the container restarts. Host names alone do not tell machines apart. */
export const IDENTITY =
  containerId !== undefined
    ? `container ${containerId}`
    : machineId && bootId
      ? `machine ${machineId} ${hostname()}`
      : 'unknown'

/**
 * Whether what was written with these two texts was written here before a restart, which no process survived. The same container may
 * restart without the machine; a machine must have booted since, because other process namespaces on it may still be alive.
 */
export function isEarlierLife(here: string, identity: string): boolean {
  if (here === HERE || identity !== IDENTITY || IDENTITY === 'unknown') return false
  return containerId !== undefined || here.split(' ')[0] !== bootId
}
