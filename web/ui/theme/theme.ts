import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core'
import { ButtonElement } from '#web/ui/controls/button-element.tsx'

const amber: MantineColorsTuple = [
  '#fdf5e4',
  '#fae7c1',
  '#f6d798',
  '#f3c86f',
  '#f0b849',
  '#dc9a24',
  '#b97a0e',
  '#935c00',
  '#7a4c00',
  '#553400',
]

const warmGray: MantineColorsTuple = [
  '#faf8f4',
  '#f4f1ea',
  '#ebe6dc',
  '#ded7ca',
  '#c9c0b0',
  '#948b7c',
  '#655e53',
  '#524c42',
  '#37332c',
  '#1d1a16',
]

const ink: MantineColorsTuple = [
  '#e8e6e1',
  '#c3c7cf',
  '#9ea8b8',
  '#66738a',
  '#2b3441',
  '#2b3441',
  '#191f29',
  '#12171f',
  '#0e1218',
  '#0a0d12',
]

/** The component library's theme with our tokens; `tokens.css` holds the colours themselves. */
export const theme = createTheme({
  primaryColor: 'amber',
  primaryShade: { light: 7, dark: 4 },
  // The library picks the text colour on the accent for the light scheme only; the token covers both.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    const onAccent = input.variant === 'filled' && (input.color ?? 'amber') === 'amber'
    return onAccent ? { ...colors, color: 'var(--on-accent)' } : colors
  },
  colors: { amber, gray: warmGray, dark: ink },
  black: '#1d1a16',
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.35' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '10px', xl: '14px' },
  defaultRadius: 'md',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  headings: { fontFamily: 'var(--sans)', fontWeight: '620' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { component: ButtonElement } },
    Menu: {
      defaultProps: { shadow: 'none', offset: 4, transitionProps: { duration: 120, transition: 'fade' } },
    },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 120 } } },
    Modal: { defaultProps: { centered: true, transitionProps: { duration: 150, transition: 'fade' } } },
    Select: { defaultProps: { checkIconPosition: 'right', allowDeselect: false } },
  },
})

/** Maps the component library's variables to our tokens, which switch with the colour scheme by themselves. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const variables = {
    '--mantine-color-body': 'var(--ground)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-bright': 'var(--text)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'var(--muted)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--red)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--sunken)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--hairline)',
    '--mantine-color-disabled': 'var(--sunken)',
    '--mantine-color-disabled-color': 'var(--muted)',
    '--mantine-color-disabled-border': 'var(--hairline)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
    '--mantine-primary-color-light': 'var(--accent-soft)',
    '--mantine-primary-color-light-color': 'var(--accent)',
  }
  return { variables: {}, light: variables, dark: variables }
}
