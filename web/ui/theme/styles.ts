/** All style sheets that every screen shares, in cascade order. The component library's are in a layer below ours. */
import './layers.css'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import './library.css'
import './tokens.css'
import './base.css'
import './controls.css'
