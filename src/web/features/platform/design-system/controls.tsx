import { Play, Search, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#web/paths.ts'
import { Button, IconButton, LinkButton } from '#web/ui/button.tsx'
import { Checkbox, Switch } from '#web/ui/forms/checkbox.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { FindForm } from '#web/ui/forms/find-form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'
import { Specimen } from './specimen.tsx'

const ROLES = [
  { value: 'buyer', label: 'Buyer' },
  { value: 'seller', label: 'Seller' },
  { value: 'admin', label: 'Admin', disabled: true },
]

function Buttons() {
  return (
    <>
      <Specimen name="Button">
        <Button variant="primary" icon={<Play aria-hidden="true" />}>
          Run
        </Button>
        <Button>Secondary</Button>
        <Button variant="ghost">Ghost</Button>
        <Button variant="danger" icon={<Trash2 aria-hidden="true" />}>
          Remove
        </Button>
        <Button variant="primary" busy="Running...">
          Run
        </Button>
        <Button disabled>Disabled</Button>
        <Button reason="Only the owner may do this">With a reason</Button>
      </Specimen>
      <Specimen name="Button sizes">
        <Button size="sm">Small</Button>
        <Button size="md">Medium</Button>
        <Button size="lg">Large</Button>
      </Specimen>
      <Specimen name="Links and icons">
        <LinkButton href={paths.marketplace()}>LinkButton</LinkButton>
        <TextLink href={paths.marketplace()}>TextLink</TextLink>
        <IconButton label="Search">
          <Search aria-hidden="true" />
        </IconButton>
        <IconButton label="Search, disabled" disabled>
          <Search aria-hidden="true" />
        </IconButton>
        <Tooltip text="An explanation, no more">
          <Button size="sm">Tooltip</Button>
        </Tooltip>
        <Menu trigger={<Button size="sm">Menu</Button>} align="start">
          <MenuLabel>What may be done</MenuLabel>
          <MenuItem href={paths.marketplace()}>Go somewhere</MenuItem>
          <MenuItem reason="Not yours">Not now</MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden="true" />}>Remove</MenuItem>
        </Menu>
      </Specimen>
    </>
  )
}

function Choices() {
  const [file, setFile] = useState<File | null>(null)
  const [live, setLive] = useState(true)
  return (
    <>
      <Specimen name="Checkbox and Switch">
        <Checkbox label="Keep the result" defaultChecked />
        <Checkbox label="Share with the seller" help="Only this one run" />
        <Checkbox label="Not yours" disabled />
        <Switch label="Live" checked={live} onChange={(event) => setLive(event.target.checked)} />
        <Switch label="Disabled" checked={false} disabled onChange={() => {}} />
      </Specimen>
      <Specimen name="FileButton">
        <FileButton icon={<Upload aria-hidden="true" />} disabled={false} onFiles={([first = null]) => setFile(first)}>
          Add a file
        </FileButton>
      </Specimen>
      <Specimen name="FileDrop">
        <div className="w-full max-w-md">
          <FileDrop
            label="Choose a document"
            accept=".pdf,.docx,.txt"
            maxBytes={25_000_000}
            file={file}
            onFile={setFile}
          />
        </div>
        <div className="w-full max-w-md">
          <FileDrop
            label="Choose another document"
            maxBytes={25_000_000}
            file={null}
            onFile={() => {}}
            error="The file is password-protected. Remove the password and try again."
          />
        </div>
      </Specimen>
    </>
  )
}

export function Controls() {
  return (
    <>
      <Buttons />
      <Specimen name="TextField">
        <div className="grid w-full max-w-sm gap-4">
          <TextField label="Name" placeholder="Asha Rao" help="Shown on your invoices" />
          <TextField label="Email" defaultValue="asha@clinic.in" valid />
          <TextField label="Work email" defaultValue="asha@" error="Please enter a valid email address" />
        </div>
        <div className="grid w-full max-w-sm gap-4">
          <PasswordField label="Password" defaultValue="a secret" autoComplete="off" />
          <TextField label="Search" icon={<Search aria-hidden="true" />} optional />
          <TextField label="Disabled" defaultValue="This can’t be changed" disabled />
        </div>
      </Specimen>
      <Specimen name="FindForm">
        <FindForm label="Find a workflow" text="Discharge" onFind={() => {}} />
      </Specimen>
      <Specimen name="TextArea and Select">
        <div className="grid w-full max-w-sm gap-4">
          <TextArea label="Note" defaultValue="Type 2 diabetes mellitus, well controlled." />
        </div>
        <div className="grid w-full max-w-sm gap-4">
          <Select label="Role" options={ROLES} defaultValue="buyer" />
          <Select label="Role, refused" options={ROLES} defaultValue="seller" error="Choose another role" />
        </div>
      </Specimen>
      <Choices />
    </>
  )
}
