// The console's theme: pine green on warm greys, Inter.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const pine: MantineColorsTuple = [
  '#eef6f2',
  '#dcebe4',
  '#b8d6c9',
  '#92c1ad',
  '#72af96',
  '#539a7f',
  '#3a866a',
  '#24735a',
  '#17604a',
  '#0c4c3a',
];
const gray: MantineColorsTuple = [
  '#f9f9f7',
  '#f2f2ef',
  '#e8e8e4',
  '#dadad5',
  '#c3c3bd',
  '#9c9c95',
  '#75756f',
  '#5a5a55',
  '#3b3b38',
  '#222220',
];
const dark: MantineColorsTuple = [
  '#d8dad9',
  '#b6bab8',
  '#979c99',
  '#6d736f',
  '#474d4a',
  '#363b39',
  '#272c2a',
  '#1c201f',
  '#161918',
  '#101312',
];

export const theme = createTheme({
  colors: { pine, gray, dark },
  primaryColor: 'pine',
  primaryShade: 7,
  autoContrast: true,
  luminanceThreshold: 0.18, // Where black and white can be read equally well.
  fontFamily: '"Inter Variable", "Inter Fallback", system-ui, sans-serif',
  headings: {
    fontWeight: '600',
    // A long word fits a phone in large type.
    sizes: { h1: { fontSize: 'min(1.625rem, 11.5vw)', lineHeight: '1.25' }, h2: { fontSize: '1.125rem' } },
  },
  // Space does not grow with large type on a phone, where words need it.
  spacing: { md: 'min(1rem, 4.2vw)', lg: 'min(1.25rem, 5.2vw)' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // By name, not by Modal.extend(…), which would load a component's code with the first page.
  components: {
    Anchor: { defaultProps: { inherit: true } },
    Badge: { defaultProps: { tt: 'none' } },
    Modal: { styles: { title: { fontWeight: 600, fontSize: '1.125rem' } } },
  },
});

/** Softer lines than Mantine's, and text in grey, red and yellow with enough contrast (4.5 to 1). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#62625c',
    '--mantine-color-placeholder': '#75756f',
    '--mantine-color-error': '#c42525',
    '--mantine-color-red-text': '#c42525',
    '--mantine-color-red-outline': '#c42525',
    '--mantine-color-red-light-color': '#a81e1e',
    '--mantine-color-yellow-light-color': '#7a4a00',
    '--haldur-ground': gray[0],
    '--haldur-line': gray[2],
    '--haldur-decimal': '#a61e1e',
    '--haldur-unsure-line': '#b0730a',
    '--haldur-unsure-ground': '#fff6e0',
  },
  dark: {
    '--mantine-color-dimmed': dark[1],
    '--mantine-color-pine-light': 'rgba(83, 154, 127, 0.18)',
    '--mantine-color-pine-light-hover': 'rgba(83, 154, 127, 0.24)',
    '--mantine-color-pine-light-color': pine[2],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-error': '#ff8787',
    '--haldur-ground': dark[8],
    '--haldur-line': dark[5],
    '--haldur-decimal': '#ff9b9b',
    '--haldur-unsure-line': '#e0a63d',
    '--haldur-unsure-ground': '#3a2d10',
  },
});
