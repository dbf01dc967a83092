/** What an installation is told about where it runs. */
interface Surroundings {
  NODE_ENV?: string | undefined
  PUBLIC_URL?: string | undefined
}

/** Whether real customers may come here: stand-ins that are for trying things out are refused or have to be asked for. */
export const isPublicInstallation = ({ NODE_ENV, PUBLIC_URL }: Surroundings): boolean =>
  NODE_ENV?.trim() === 'production' || /^https:/i.test(PUBLIC_URL?.trim() ?? '')
