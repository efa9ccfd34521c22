"""The version of the package: that of the service. Written by `npm run openapi`: not by hand."""

VERSION = "0.2.0"
