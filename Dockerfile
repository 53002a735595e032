# The suite with the Node that it needs, for machines that have neither: docs/ci.md shows how it is called.
FROM node:24-slim

WORKDIR /suite
COPY package.json package-lock.json .npmrc ./
COPY tools tools
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force
COPY api api
COPY bin bin
COPY lib lib
COPY suites suites
COPY schemas schemas
COPY requirements requirements
COPY reference reference
COPY proof proof
COPY LICENSE README.md .env.example ./

# Target file, controls and deviations are read from here, and reports go here: mount a directory of yours.
RUN mkdir /work && chown node:node /work
WORKDIR /work
USER node
ENTRYPOINT ["node", "/suite/bin/product-data-conformance.js"]
CMD ["run"]
