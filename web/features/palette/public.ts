export { Commands } from './commands.tsx'
export { PaletteButton } from './palette-button.tsx'
