// The base path of the console API.

export const consoleBase = '/console/api';
