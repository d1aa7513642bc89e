// The page that tries addresses: Swagger UI on the service's own description.

import "./docs.css";

declare const SwaggerUIBundle: (options: Record<string, unknown>) => unknown;

const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

SwaggerUIBundle({
  url: "v1/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null, // it would be asked over the network
  displayRequestDuration: true,
});
