import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** Shows a field for a password, and a button for pointers that makes it legible. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end' | 'endWidth'>) {
  const [isLegible, setIsLegible] = useState(false)
  const Icon = isLegible ? IconEyeOff : IconEye
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isLegible ? 'text' : 'password'}
      end={
        !props.disabled && (
          // Screen readers have their own way to read a password, and the next tab stop is the next field.
          <IconButton
            size={26}
            tabIndex={-1}
            aria-hidden
            className="password-toggle"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setIsLegible(!isLegible)}
          >
            <Icon size={18} stroke={1.5} />
          </IconButton>
        )
      }
    />
  )
}
