/** Constants of plugins that the browser needs, without zod. */

/** `available`: the registry has it, and it is not installed. */
export const PLUGIN_STATES = ['enabled', 'disabled', 'available'] as const
export type PluginState = (typeof PLUGIN_STATES)[number]

/** Where its bytes came from. `folder`: a developer's own, read from the machine that Chowk runs on. */
export const PLUGIN_SOURCES = ['registry', 'file', 'folder'] as const
export type PluginSource = (typeof PLUGIN_SOURCES)[number]

/** How a trigger of a piece learns that something happened. */
export const TRIGGER_KINDS = ['polling', 'webhook', 'app_webhook', 'other'] as const
export type TriggerKind = (typeof TRIGGER_KINDS)[number]

export const PLUGIN_EVENTS = [
  'installed',
  'updated',
  'enabled',
  'disabled',
  'host_added',
  'host_removed',
  'removed',
] as const
export type PluginEvent = (typeof PLUGIN_EVENTS)[number]

export const PLUGINS = {
  installed: 200,
  /** Bytes of an archive that is uploaded. */
  archive_bytes: 25_000_000,
  /** Bytes of a piece with its libraries, unpacked. */
  tree_bytes: 150_000_000,
  files: 20_000,
  /** Hosts that an admin may add to one piece. */
  added_hosts: 50,
  options: 1000,
} as const
