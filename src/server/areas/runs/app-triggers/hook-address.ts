/** @param publicUrl where services reach this installation */
export const hookAddress = (publicUrl: string, token: string): string => new URL(`/hooks/apps/${token}`, publicUrl).href
