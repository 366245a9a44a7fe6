/**
 * All style sheets that every screen shares, in cascade order. Those of elements and controls are in layers below the
 * others; no other sheet adds to a layer.
 */
import './layers.css'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import './tokens.css'
import './base.css'
import '#web/ui/controls/button.css'
import '#web/ui/controls/icon-button.css'
import '#web/ui/forms/field.css'
