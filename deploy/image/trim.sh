#!/bin/sh
# Removes from an installed release what its server never reads: trim.sh FOLDER [yes|no, whether to keep the embedded Postgres]
set -eu

# Apps of the catalogue are read one at a time; the index at every start.
find "$1/src/connectors/catalogue" -name '*.json' ! -name index.json -exec gzip -9n {} +

cd "$1/node_modules"

# TypeScript (Node loads none from packages), maps, manuals, builds for browsers and tests. Licences stay.
find . -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' -o -name '*.mdx' \
  -o -name '*.umd.*' -o -name '*.iife.*' \) ! -iname '*licen[cs]e*' ! -iname '*notice*' -delete
find . -type d \( -name test -o -name tests -o -name benchmarks \) -prune -exec rm -rf {} +

# The image has its own Node.
rm -rf node-linux-* .bin/node
# What is compiled already, and what is for browsers, other platforms and other runtimes.
rm -rf isolated-vm/src isolated-vm/vendor isolated-vm/native-example isolated-vm/*.tgz
case "$(uname -m)" in
  x86_64) rm -rf isolated-vm/prebuilds/linux-arm64 ;;
  aarch64) rm -rf isolated-vm/prebuilds/linux-x64 ;;
esac
rm -rf isolated-vm/prebuilds/darwin-* isolated-vm/prebuilds/win32-* isolated-vm/prebuilds/*/*.musl.node
rm -rf bare-*/prebuilds zlibjs/bin/*.dev.* zlibjs/bin/*.pretty.*
rm -rf @aws-sdk/*/dist-es @aws-sdk/*/dist-types @smithy/*/dist-es @smithy/*/dist-types
rm -rf pdfjs-dist/build pdfjs-dist/web pdfjs-dist/legacy/build/*.min.mjs
rm -rf docx/dist/layout.* docx/dist/shapes.* isolated-vm/prebuilds/*/isolated-vm.abi147.*
rm -rf @cantoo/pdf-lib/dist/*.js @cantoo/pdf-lib/cjs @e965/xlsx/dist @e965/xlsx/bin
rm -rf superjson/src zod/src ai/src ai/docs
# Builds for the other module system. The server and these packages' users are ES modules, but for prom-client, which requires the API of OpenTelemetry.
for name in docx zod @modelcontextprotocol; do find "$name" -name '*.cjs' -delete; done
find @opentelemetry -name '*.cjs' ! -path '@opentelemetry/api/*' -delete
rm -rf csv-parse/dist/cjs csv-parse/dist/iife csv-parse/dist/umd nodemailer/dist/cjs imapflow/dist/cjs @simplewebauthn/*/script @e965/xlsx/xlsx.js @e965/xlsx/xlsxworker.js @cantoo/pdf-lib/src
rm -rf tsyringe/dist/esm5 tsyringe/dist/esm2015 underscore/amd underscore/modules luxon/build/amd luxon/build/cjs-browser luxon/src
# One file that people's code is given (src/server/runners/code/luxon.ts).
rm -f luxon/build/global/luxon.js luxon/build/global/*.map
# Builds for browsers, where these packages have one of their own for Node.
rm -rf mammoth/mammoth.browser* jsonata/jsonata-es5* jsonata/*.min.js yaml/browser pako/dist jszip/dist fflate/umd pdfjs-dist/legacy/build/pdf.sandbox.mjs
# Native parts of ssh2 that are never built, and builds of bson for browsers and React Native.
rm -rf cpu-features nan ssh2/examples bson/lib/bson.bundle.js bson/lib/bson.rn.cjs bson/src mongodb/src
rm -rf tesseract.js/dist tesseract.js-core/*.wasm.js
# Text is recognised by the newer method only (src/server/runners/paperwork/ocr.ts).
rm -rf @tesseract.js-data/eng/4.0.0
for name in tesseract-core tesseract-core-simd tesseract-core-relaxedsimd; do rm -f "tesseract.js-core/$name.js" "tesseract.js-core/$name.wasm"; done

# Static libraries link programs; the embedded Postgres runs without them.
rm -rf @embedded-postgres/*/native/lib/*.a @embedded-postgres/*/native/lib/postgresql/pgxs
if [ "${2:-yes}" = no ]; then rm -rf @embedded-postgres; fi
find . -type d -empty -delete
