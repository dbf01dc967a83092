import { type ReactNode, useId } from 'react'
import { buttonClass } from '#web/ui/button.tsx'

interface FileButtonProps {
  icon: ReactNode
  children: ReactNode
  accept?: string
  many?: boolean
  /** Takes a whole folder. */
  folder?: boolean
  disabled: boolean
  onFiles: (files: File[]) => void
}

/** A button that opens the choice of files, and takes files dropped on it. */
export function FileButton({ icon, children, accept, many = false, folder, disabled, onFiles }: FileButtonProps) {
  const id = useId()
  return (
    <span
      className={`relative ${disabled ? 'opacity-55' : 'focus-within:rounded focus-within:outline-2 focus-within:outline-indigo focus-within:outline-offset-2'}`}
    >
      <label htmlFor={id} className={buttonClass()}>
        {icon}
        {children}
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={many}
        disabled={disabled}
        className="absolute inset-0 cursor-pointer opacity-0"
        {...(folder && { webkitdirectory: '' })}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // The same again is a change, too.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </span>
  )
}
